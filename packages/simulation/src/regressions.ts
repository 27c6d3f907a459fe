import type { Fault } from './faults/index.ts';

/** A history that once broke a promise, shrunk, and what was wrong with the service. */
export type Regression = {
  readonly seed: number;
  readonly faults: readonly Fault[];
  readonly callers: readonly number[];
  readonly was: string;
};

const fault = (at: number, lasts: number, kind: string, where: number, dose: number): Fault => ({
  ...{ at, lasts, kind, where, dose },
});

/** Faults of the service that a history found, oldest first; those of mechanisms that are gone have gone with them. */
export const REGRESSIONS: readonly Regression[] = [
  {
    seed: 850,
    faults: [
      fault(3_434, 12_670, 'blocks rolled back', 0.21119273686781526, 0.5671957910526544),
      fault(20_960, 3_946, 'answers lost after the effect', 0.2764263565186411, 0.36507332674227655),
      fault(22_676, 7_293, 'store full', 0.20443613221868873, 0.6975302048958838),
      fault(27_367, 64_960, 'clock jumps by days', 0.8607406509108841, 0.6341068421024829),
      fault(29_671, 9_298, 'blocks rolled back', 0.046491281129419804, 0.5903885648585856),
      fault(30_337, 6_253, 'sends refused', 0.6326512852683663, 0.9783283839933574),
      fault(33_836, 1_244, 'answers lost after the effect', 0.6853484846651554, 0.27846434293314815),
      fault(36_629, 14_534, 'nodes slow', 0.2897571474313736, 0.6331547724548727),
      fault(37_579, 6_922, 'blocks rolled back', 0.5253164526075125, 0.24911705777049065),
    ],
    callers: [2, 3, 4, 5],
    was: 'a form in a block that was not confirmed was said to have landed; the block was given up, and nobody paid',
  },
  // A node answers -32002 to signed bytes and keeps them. The answer was believed, and the bytes landed later.
  {
    seed: 19,
    faults: [fault(48_636, 4_800, 'sends refused, and passed on', 0.07836629496887326, 0.1247658811043948)],
    callers: [3],
    was: 'an error for bytes that the node kept was told as a refusal, and the caller paid twice',
  },
  // One node of two says `err` in the status of what landed. The first status that was found was believed.
  {
    seed: 87,
    faults: [fault(31_891, 9_771, 'one node lies about statuses', 0.5763417424168438, 0.03883912833407521)],
    callers: [1, 2],
    was: 'a failure that one node made up was told as rejected of what landed',
  },
  {
    seed: 82,
    faults: [fault(16_585, 17_766, 'one node lies about statuses', 0.6016606206540018, 0.40838973387144506)],
    callers: [1],
    was: 'a landing that one node made up was told and credited of what failed',
  },
  // Every node answers 429 after it has read the bytes. 429 counted as a proof that they were not taken.
  {
    seed: 18,
    faults: [
      fault(10_255, 8_722, 'sends answered 429, and passed on', 0.2064809133298695, 0.45931428694166243),
    ],
    callers: [2],
    was: 'bytes that nodes read before they answered 429 were called unsent, and the caller paid twice',
  },
  // A fail-over lost the row of what replica 0 still sent. Replica 1 wrote its own, a few ms before replica 0 looked
  // whether a row existed (not whose), and said rejected.
  {
    seed: 5_000_966,
    faults: [
      fault(16_261, 0, 'store fails over to an older copy', 0.636113962624222, 0.16816694173030555),
      fault(15_172, 3_000, 'sends answered 504, and dropped', 0.2535482100211084, 0.2232574550434947),
    ],
    callers: [3],
    was: 'a row that a fail-over lost was taken for that of another replica, and what was refused was sent on',
  },
  // Statements took up to two seconds. After half a second a form was sent without its row, on two replicas.
  {
    seed: 7_000_340,
    faults: [
      fault(3_674, 16_852, 'store slow', 0.8085434420499951, 0.6673567327670753),
      fault(8_448, 7_649, 'operator rotates keys', 0.6371861607767642, 0.9689524297136813),
      fault(17_399, 1_987, 'operator rotates keys', 0.4066402269527316, 0.20004799938760698),
    ],
    callers: [2, 3, 4, 5],
    was: 'two forms of one build were sent while the store was slow, and both landed',
  },
  // What failed on the ledger was given back by nothing: it counted until its hour had passed.
  {
    seed: 2,
    faults: [],
    callers: [5],
    was: 'a stake that had failed on the ledger kept its part of the hourly limit for an hour',
  },
  // What was closed as dead counted as never sent when another rule refused a repeat.
  {
    seed: 790,
    faults: [fault(42_213, 12_787, 'operator stops the router', 0.24582446902059019, 0.2559595333877951)],
    callers: [5],
    was: 'bytes that had been out and died were called unsent while the router was stopped',
  },
  {
    seed: 61_002_144,
    faults: [fault(7_015, 4_803, 'one node lies about statuses', 0.39941794984042645, 0.6656840643845499)],
    callers: [5],
    was: 'a landing that one node made up in its list was told by a refresh, and the caller never paid',
  },
  {
    seed: 465_114_123,
    faults: [fault(2_780, 0, 'store fails over to an older copy', 0.2748124285135418, 0.48660807171836495)],
    callers: [1],
    was: 'a refusal that was told was lost with its row, and the same bytes were sent when a proxy repeated them',
  },
  {
    seed: 465_121_588,
    faults: [fault(10_640, 0, 'store fails over to an older copy', 0.6865547599736601, 0.8064589707646519)],
    callers: [3],
    was: 'a caller who was told of a refusal paid twice after a standby had taken over without it',
  },
  {
    seed: 1_819,
    faults: [
      fault(35_597, 0, 'store fails over to an older copy', 0.9047728558070958, 0.9487276123836637),
      fault(13_545, 6_247, 'sends answered 504, and dropped', 0.5186447163578123, 0.12893710564821959),
      fault(36_796, 3_725, 'sends answered 504, and dropped', 0.8320414090994745, 0.7610798394307494),
    ],
    callers: [2, 3, 4, 5],
    was: 'an edit that was out was called unsent after a standby had taken over without its row',
  },
  {
    seed: 585,
    faults: [
      fault(54_700, 0, 'store fails over to an older copy', 0.6730846569407731, 0.07590386527590454),
      fault(10_806, 6_226, 'nodes slow', 0.6739423009566963, 0.9736423690337688),
      fault(15_208, 39_792, 'clock jumps by days', 0.14676301856525242, 0.6868885173462331),
      fault(36_498, 18_502, 'clock jumps by days', 0.8142794009763747, 0.2942511721048504),
    ],
    callers: [1, 2, 3, 4],
    was: 'a caller was told unknown of every edit of a build from before a takeover, without an end',
  },
  {
    seed: 872_572_159,
    faults: [
      fault(10_044, 7_005, 'store locked', 0.32745050569064915, 0.799242336070165),
      fault(13_203, 10_632, 'store slow', 0.9645240239333361, 0.6479505917523056),
    ],
    callers: [1, 2, 3, 4, 5],
    was: 'a form that failed was called so although another form of its build was out, and its caller built again',
  },
];
