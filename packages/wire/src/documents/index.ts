export { ENDPOINT_PAGES, printEndpointIndex, printEndpointPage, type SigningCode } from './endpoint-page.ts';
export { printErrorsPage } from './errors-page.ts';
