import type { Evidence } from '../evidence.ts';
import type { Subject } from '../subject.ts';

/** An answer of our own making; what was seen of the ledger may be a part, since few builds need any of it. */
export type ExactSubject = Omit<Subject, 'evidence'> & { readonly evidence: Partial<Evidence> };
