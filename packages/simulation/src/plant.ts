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
  'entries left behind',
  'rows left behind',
  'answers that never come',
  'broadcasts answered anew',
  'expired tokens refused here alone',
  'unknown routes as unsent',
  'unknown routes overwritten',
  'older store believed',
] as const;

/** What only histories show that have what most have not. */
export const SHOWN_RARELY: Readonly<Partial<Record<Plant, 'older copy' | 'next version' | 'day after'>>> = {
  'older store believed': 'older copy',
  'unknown routes as unsent': 'next version',
  'unknown routes overwritten': 'next version',
  'entries left behind': 'day after',
  'rows left behind': 'day after',
};

/** One of them, or none. */
export type Plant = (typeof PLANTS)[number] | 'none';
