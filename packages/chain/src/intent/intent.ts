/** A transaction does something other than what was asked. It must not leave the service. */
export class IntentMismatch extends Error {
  override readonly name = 'IntentMismatch';
}
