import { RARE_MUTATIONS, testRules } from './model-mutations.world.ts';

testRules(50_000, RARE_MUTATIONS, 60_000);
