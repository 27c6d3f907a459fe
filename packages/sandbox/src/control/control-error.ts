/** A request of `/sandbox` that cannot be honoured; answered as 400 with its message. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
}
