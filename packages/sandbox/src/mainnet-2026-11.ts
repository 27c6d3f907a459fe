/**
 * The facts of mainnet that the sandbox begins with, as of November 2026. All else in the sandbox reads them here, so that next
 * month is one diff. A running world can change rent (`POST /sandbox/rent`) and slot time (`SANDBOX_SLOT_MILLISECONDS`).
 */
export const MAINNET = {
  asOf: '2026-11',
  /** Agave's version that nodes report. */
  nodeVersion: '4.3.0',
  /** A label: LiteSVM has mainnet's features, but no number that stands for them. */
  featureSet: 3_604_001_754,
  /** Since 2026-10-09; 350 from 21 August, 300 from 28 August, 250 from 18 September, 400 before. */
  slotMilliseconds: 200n,
  slotsPerEpoch: 432_000n,
  /** Blocks whose hash a transaction may name: agave `MAX_PROCESSING_AGE`. */
  blockhashBlocks: 150n,
  /** Blocks that a block is behind the newest one when it is final: under TowerBFT (`MAX_LOCKOUT_HISTORY` + 1), and confirmed. */
  finalBlocks: 32n,
  confirmedBlocks: 1n,
  /** The last block of TowerBFT (21 October 2026, epoch 1064): later ones are final as soon as they are confirmed. */
  alpenglowGenesisSlot: 459_652_999n,
  /** Lamports; SIMD-0553 would split it into an inclusion and a resource fee. */
  signatureFee: 5_000n,
  /** Bytes of the largest transaction: legacy and version 0 (`PACKET_DATA_SIZE`), and version 1 (SIMD-0385). */
  transactionBytes: 1_232,
  versionOneBytes: 4_096,
  /**
   * Lamports of rent for a byte, for ever: SIMD-0437 took it from 6,960 over 6,333 to 5,080, and has 2,575, 1,322 and 696 to
   * come. The sysvar's exemption threshold is 1 since SIMD-0194.
   */
  rentLamportsPerByte: 5_080n,
  /** The most that rent ever was, and may be again (SIMD-0392, SIMD-0438). */
  mostRentLamportsPerByte: 6_960n,
  /**
   * Lamports that the stake program, version 5, writes into `Meta` as the reserve of every account, whatever rent is: what 200
   * bytes needed at 6,960. The program does not read it; releases of the stake pool program up to 2.1.0 do.
   */
  stakeMetaReserve: 2_282_880n,
  /** Feature gates that change what a client sees, by proposal: `null` for one that is not active. */
  gates: {
    'SIMD-0123': 'block revenue arrives in stake accounts undelegated',
    'SIMD-0326': 'Alpenglow since slot 459652999',
    'SIMD-0385': 'transactions of version 1 since epoch 1035',
    'SIMD-0392': 'delegations shrink where rent rises',
    'SIMD-0437': 'rent of 5,080 lamports a byte since slot 446256000',
    'SIMD-0490': 'stake program 5.0.0, least delegation 1 SOL',
    'SIMD-0553': null,
  },
} as const;
