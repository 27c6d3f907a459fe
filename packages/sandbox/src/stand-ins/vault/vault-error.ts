/** A refusal of the vault provider: `{"success":false,"error"}`. */
export class VaultError extends Error {
  override readonly name = 'VaultError';
  readonly status: 400 | 404 | 500;

  constructor(status: VaultError['status'], message: string) {
    super(message);
    this.status = status;
  }
}

/** @throws {VaultError} 400 */
export function badRequest(message: string): never {
  throw new VaultError(400, message);
}
