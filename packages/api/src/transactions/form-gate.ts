import type { BroadcastOutcome } from '@staking-agent/wire';
import type { Logger } from 'pino';
import { hashMessage } from '../attribution/hash-message.ts';
import { type Clock, within } from '../background/clock.ts';
import { startLoop } from '../background/loop.ts';
import { fromStoreFault } from '../problems/from-fault.ts';
import { problem } from '../problems/problem.ts';
import type { ProblemError } from '../problems/problem-error.ts';
import type { BuildForms, BuildState, KeptBuild, Reserved, SignedForm } from '../store/build-forms.ts';
import { StoreFault } from '../store/index.ts';
import { type Fate, type LandingPorts, readFate } from './landing.ts';
import type { Outbox } from './outbox.ts';

/** A signed message of a build. */
export type FormOfBuild = {
  /** The message that was built. */
  readonly built: Uint8Array;
  /** The message that was signed: the same, or an edit of it. */
  readonly message: Uint8Array;
  /** Base58. */
  readonly signature: string;
  readonly lastValidBlockHeight: bigint;
  /** Slot at which the blockhash of the build was read. */
  readonly contextSlot: bigint;
};

/** Leave to send a form. */
export type FormReservation = {
  /** The height that the form was first kept with. */
  readonly lastValidBlockHeight: bigint;
  /** Gives it back where the outcome of the broadcast says that nobody can land the form. */
  giveBack(outcome: BroadcastOutcome | undefined): Promise<void>;
};

/**
 * Lets at most one of all that a wallet can sign for one build land: one form of it at a time, and the build that took its
 * place only once none can land any more. On all replicas.
 */
export type FormGate = {
  /**
   * Reserves leave to send a form, before anything of it is sent.
   *
   * While the store is away, what was built goes without leave, as {@link Outbox.remember} says; an edit does not.
   *
   * @throws {ProblemError} `forbidden` where the build was replaced, or another form of it landed or may land;
   *   `service_unavailable` for an edit while the store is away.
   */
  reserve(form: FormOfBuild): Promise<FormReservation>;
  /** The build that a signature was sent for, or refused for another form; {@link BuildForms.findBuild}. */
  findBuild(signature: string): Promise<KeptBuild | undefined>;
  /** @throws {ProblemError} `service_unavailable` while the store is away, as the following. */
  read(built: Uint8Array): Promise<BuildState>;
  /** Lets nothing more of a build be sent; {@link BuildForms.replace}. */
  replace(built: Uint8Array, sent: SignedForm | undefined): Promise<boolean>;
  /** Keeps the answer that takes the place of a replaced build; {@link BuildForms.storeSuccessor}. */
  storeSuccessor(built: Uint8Array, answer: string): Promise<string>;
  /** Forgets no more, and resolves when it is not going on. */
  close(): Promise<void>;
};

/** What a gate stands on. */
export type FormGatePorts = LandingPorts & {
  readonly forms: BuildForms;
  readonly outbox: Pick<Outbox, 'remember'>;
  readonly clock: Clock;
  readonly log: Logger;
};

const PURGE_MILLISECONDS = 60_000;
/** What a refresh, or the broadcast of an edit, waits for the store, which it cannot do without. */
const PATIENCE_MILLISECONDS = 2_000;
const NEVER_LANDS: ReadonlySet<BroadcastOutcome | undefined> = new Set(['rejected', 'expired', 'not_sent']);
type SentForm = Parameters<BuildForms['reserve']>[1];
const UNASKED: Reserved = { kind: 'reserved', lastValidBlockHeight: 0n };

/** Opens the gate of one process. */
export function startFormGate(ports: FormGatePorts): FormGate {
  const { forms, outbox, clock, log } = ports;
  const purging = startLoop({
    clock,
    pause: PURGE_MILLISECONDS,
    work: () => forms.purge(),
    onFault: (fault) => log.warn({ fault: String(fault) }, 'forms of old builds not deleted'),
  });
  const prompt = async <Result>(work: Promise<Result>): Promise<Result> => {
    const late = () => {
      throw new StoreFault('LATE', undefined);
    };
    return await within(clock, PATIENCE_MILLISECONDS, work, late).catch((error: unknown) => {
      throw fromStoreFault(error, 'edits');
    });
  };
  const reserveOnce = async (built: string, form: SentForm, dead?: string): Promise<Reserved> => {
    if (form.form !== built) return await prompt(forms.reserve(built, form, dead));
    let reserved = UNASKED;
    await outbox.remember(`form:${built}`, async () => {
      reserved = await forms.reserve(built, form, dead);
    });
    return reserved;
  };
  // A caller who is told that this form is dead builds anew, so the form in its place must be found from it.
  const noteDisplaced = async (signature: string, build: KeptBuild) => {
    await prompt(forms.displace(signature, build)).catch((fault: unknown) => {
      log.warn({ fault: String(fault), signature }, 'build of a form without its place not kept');
    });
  };
  /** Another one than the form that is there may be sent once that cannot land any more. */
  const reserveAny = async (built: string, form: SentForm & { build: KeptBuild }): Promise<Reserved> => {
    const first = await reserveOnce(built, form);
    if (first.kind !== 'other') return first;
    const { kind } = await readFate(first.other, ports);
    const isOver = kind === 'dead' || kind === 'failed';
    if (!isOver) return first;
    await noteDisplaced(first.other.signature, form.build);
    return await reserveOnce(built, form, first.other.form);
  };
  const refuse = async (reserved: Exclude<Reserved, { readonly kind: 'reserved' }>) => {
    if (reserved.kind === 'replaced') return problem('BUILD_REPLACED');
    return refuseBeside(reserved.other, (await readFate(reserved.other, ports)).kind);
  };
  return {
    async reserve({ built, message, signature, lastValidBlockHeight, contextSlot }) {
      const [name, form] = [hashMessage(built), hashMessage(message)];
      const build = { message: Buffer.from(built).toString('base64'), contextSlot };
      const reserved = await reserveAny(name, { form, signature, lastValidBlockHeight, build });
      const isAsked = reserved.kind === 'reserved' && reserved !== UNASKED;
      // A form that landed without this service is a success too, and nothing is sent.
      if (reserved.kind !== 'reserved') {
        const { kind } = await readFate({ signature, lastValidBlockHeight }, ports);
        if (kind !== 'landed') {
          await noteDisplaced(signature, build);
          throw await refuse(reserved);
        }
      }
      return {
        lastValidBlockHeight: isAsked ? reserved.lastValidBlockHeight : lastValidBlockHeight,
        async giveBack(outcome) {
          if (!NEVER_LANDS.has(outcome)) return;
          await noteDisplaced(signature, build);
          await prompt(forms.giveBack(name, form)).catch((fault: unknown) => {
            log.warn({ fault: String(fault), signature }, 'refused form keeps others of its build back');
          });
        },
      };
    },
    findBuild: (signature) => prompt(forms.findBuild(signature)),
    read: (built) => prompt(forms.read(hashMessage(built))),
    replace: (built, sent) => prompt(forms.replace(hashMessage(built), sent?.form)),
    storeSuccessor: (built, answer) => prompt(forms.storeSuccessor(hashMessage(built), answer)),
    close: purging.stop,
  };
}

/** Creates the problem of another form of a build that landed or may land. */
export function refuseBeside({ signature }: SignedForm, fate: Fate['kind']): ProblemError {
  return fate === 'landed'
    ? problem('OTHER_FORM_LANDED', { signature })
    : problem('OTHER_FORM_SENT', { signature });
}
