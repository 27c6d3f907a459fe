export { decodeLookupTable, LOOKUP_TABLE_PROGRAM_ADDRESS, type LookupTable } from './decode-lookup-table.ts';
