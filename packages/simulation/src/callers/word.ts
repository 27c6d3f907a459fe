/**
 * What the service said, as far as a caller acts on it; `replaced`: a refresh was granted, `superseded`: it was granted
 * before, `done`: this or another form of it landed.
 */
export type Word = 'ok' | 'dead' | 'replaced' | 'superseded' | 'done' | 'unknown' | 'not_sent';
