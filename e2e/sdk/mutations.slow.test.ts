import { describeFlips } from './flip-bytes.ts';

// The lowest bit, the highest, and all of them.
describeFlips([0x01, 0x80, 0xff]);
