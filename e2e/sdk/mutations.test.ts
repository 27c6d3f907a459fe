import { describeFlips } from './flip-bytes.ts';

// One change of each byte; more of each: mutations.slow.test.ts.
describeFlips([0xff]);
