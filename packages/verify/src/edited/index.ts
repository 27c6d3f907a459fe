export { compareEdited, type EditComparison } from './compare-edited.ts';
export { type Difference, MUTATION_KINDS, type Mutation } from './edit.ts';
