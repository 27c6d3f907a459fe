const MINT_SIZE = 82;
const SUPPLY_AT = 36;
const DECIMALS_AT = 44;
const TOKEN_ACCOUNT_SIZE = 165;
const AMOUNT_AT = 64;

/**
 * Decodes what a token account holds, in base units; both token programs share this layout.
 *
 * @returns undefined for data that is too short.
 */
export function decodeTokenAmount(data: Uint8Array | undefined): bigint | undefined {
  return readU64(data, AMOUNT_AT, TOKEN_ACCOUNT_SIZE);
}

/**
 * Decodes how much there is of a mint, in base units; both token programs share this layout.
 *
 * @returns undefined for data that is too short.
 */
export function decodeMintSupply(data: Uint8Array | undefined): bigint | undefined {
  return readU64(data, SUPPLY_AT, MINT_SIZE);
}

/**
 * Decodes how many decimals a mint has; both token programs share this layout.
 *
 * @returns undefined for data that is too short.
 */
export function decodeMintDecimals(data: Uint8Array | undefined): number | undefined {
  return data === undefined || data.length < MINT_SIZE ? undefined : data[DECIMALS_AT];
}

// The installed decoders read all keys of an account beside the one number that is wanted.
function readU64(data: Uint8Array | undefined, at: number, size: number): bigint | undefined {
  if (data === undefined || data.length < size) return undefined;
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(at, true);
}
