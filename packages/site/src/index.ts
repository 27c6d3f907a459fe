export type { Representation, Resource } from './resource.ts';
export { createSite, type Site, type SiteOptions } from './site.ts';
