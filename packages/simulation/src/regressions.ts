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

/** Every fault of the service that a history found since faults are data, oldest first. */
export const REGRESSIONS: readonly Regression[] = [
  {
    seed: 19,
    faults: [
      fault(43_872, 3_601, 'process killed', 0.7148349015042186, 0.9232213636860251),
      fault(51_738, 17_997, 'statuses hang', 0.16767463530413806, 0.8552581097465008),
    ],
    callers: [5],
    was: 'a row of the outbox that could not be taken back beside a killed process was sent by nobody and held for ever',
  },
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
  {
    seed: 2875,
    faults: [],
    callers: [4],
    was: 'bytes that came twice at once were refused to one and sent for the other, once the wallet was funded',
  },
  {
    seed: 2907,
    faults: [
      fault(11_670, 5_106, 'store full', 0.7420581728219986, 0.23245474137365818),
      fault(15_719, 6_062, 'slots change pace', 0.811312333215028, 0.0263714084867388),
    ],
    callers: [2],
    was: 'bytes that had been refused were sent while the store took no more rows',
  },
  {
    seed: 2038,
    faults: [
      fault(5_446, 9_756, 'statuses answered 429', 0.3622760446742177, 0.553465656703338),
      fault(9_287, 18_099, 'statuses lag', 0.02462182054296136, 0.35861392063088715),
      fault(12_015, 3_187, 'statuses hang', 0.7990357058588415, 0.9014332878869027),
      fault(26_178, 15_586, 'store slow', 0.6843353076837957, 0.5736964950338006),
      fault(28_595, 5_763, 'process killed at a step', 0.685270136455074, 0.08058925298973918),
    ],
    callers: [1, 2, 3],
    was: 'rows that a slow store gave to a process, but whose answer came too late, were followed by nobody',
  },
  {
    seed: 422,
    faults: [],
    callers: [4],
    was: 'what a newer version had handed to the router in its own way was overwritten when an older one handed it over',
  },
  {
    seed: 4815,
    faults: [
      fault(3_672, 25_570, 'clock jumps by minutes', 0.3349474167916924, 0.8673224479425699),
      fault(15_321, 3_985, 'store locked', 0.3308304517995566, 0.9400545859243721),
      fault(20_049, 7_646, 'store locked', 0.3156624280381948, 0.41670555784367025),
      fault(24_576, 22_716, 'nodes lag', 0.006782764568924904, 0.7837991651613265),
    ],
    callers: [1, 3, 4, 5],
    was: 'what the router took while the store was locked was called unsent once the same bytes were sent directly',
  },
  {
    seed: 1_665,
    faults: [
      fault(9_985, 6_891, 'calls heard twice', 0.261330092092976, 0.11527540464885533),
      fault(11_100, 12_042, 'statuses lag', 0.1306255126837641, 0.2708599616307765),
      fault(15_797, 17_586, 'store slow', 0.6365959192626178, 0.9001639524940401),
      fault(20_806, 22_700, 'clock jumps by days', 0.5754053145647049, 0.9000228347722441),
      fault(25_045, 23_223, 'statuses lag', 0.596831810194999, 0.5079939549323171),
      fault(38_078, 2_186, 'operator rotates keys', 0.928324340377003, 0.6614285632967949),
    ],
    callers: [1, 2, 3, 5],
    was: 'what a slow store never heard of, and had landed, left no row, and was called unsent while nodes lagged',
  },
  {
    seed: 10_149,
    faults: [
      fault(794, 22_700, 'clock jumps by minutes', 0.972798201488331, 0.9710994448978454),
      fault(5_752, 8_555, 'epoch turns', 0.8801473558414727, 0.6669205559883267),
      fault(8_655, 6_870, 'store slow', 0.28228746238164604, 0.9580388176254928),
      fault(17_730, 8_636, 'store slow', 0.26211249735206366, 0.2960912915877998),
      fault(19_782, 3_638, 'store slow', 0.6516992482356727, 0.9865093654952943),
    ],
    callers: [1, 2, 3, 4, 5],
    was: 'a word of life on its way counted for others, but not for the process that sent without the store meanwhile',
  },
  {
    seed: 10_548,
    faults: [
      fault(6_105, 1_180, 'nodes slow', 0.1905842910055071, 0.8265292518772185),
      fault(10_512, 44_488, 'clock jumps by days', 0.6379499421454966, 0.42941143503412604),
      fault(14_486, 9_856, 'store slow', 0.4064158187247813, 0.834761690814048),
    ],
    callers: [4, 5],
    was: 'a refusal that a process had not heard of, and sent against, was said once more when it was heard again',
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
