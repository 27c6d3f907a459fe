/** A planted fault of the service: what it would see, say or do, if a rule were missing. */
export const PLANTS = [
  '504 as not sent',
  'unread as absent',
  'absent at any slot',
  'no margin',
  'no outbox',
  'no holder check',
  'refusal of the router believed',
  'refresh without a height',
  'refresh without edits',
  'refresh as often as asked',
  'every form sent',
  'edit with the built height',
  'tokens of a clock ahead refused',
  'keys without records',
  'keys kept for an hour',
  'keys kept for ever',
  'ends not kept',
  'nothing taken back',
  'processed as confirmed',
  'ends not proved',
  'credit before landing',
  'secrets told',
  'timers left behind',
  'older store believed',
] as const;

/** One of them, or none. */
export type Plant = (typeof PLANTS)[number] | 'none';
