/**
 * Verifies a signature of a message; undefined when the platform cannot, such as a page without TLS or an engine without
 * Ed25519. The service checks it again.
 */
export async function verifySignature(
  key: Uint8Array,
  signature: Uint8Array,
  message: Uint8Array,
): Promise<boolean | undefined> {
  const imported = await importKey(key);
  return (
    imported &&
    crypto.subtle.verify('Ed25519', imported, Uint8Array.from(signature), Uint8Array.from(message))
  );
}

async function importKey(key: Uint8Array): Promise<CryptoKey | undefined> {
  try {
    return await crypto.subtle.importKey('raw', Uint8Array.from(key), 'Ed25519', false, ['verify']);
  } catch {
    return undefined;
  }
}
