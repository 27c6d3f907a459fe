export * from './compile.ts';
export * from './template.ts';
