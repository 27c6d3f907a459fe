import { MUTATIONS, testRules } from './model-mutations.world.ts';

testRules(2_000, MUTATIONS, 5_000);
