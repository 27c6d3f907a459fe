/** Reads a u64 at an offset; undefined where the bytes end before. */
export function u64At(data: Uint8Array, offset: number): bigint | undefined {
  return data.length < offset + 8 ? undefined : createView(data).getBigUint64(offset, true);
}

/** Reads a u32 at an offset; undefined where the bytes end before. */
export function u32At(data: Uint8Array, offset: number): number | undefined {
  return data.length < offset + 4 ? undefined : createView(data).getUint32(offset, true);
}

/** Reads a u16 at an offset; undefined where the bytes end before. */
export function u16At(data: Uint8Array, offset: number): number | undefined {
  return data.length < offset + 2 ? undefined : createView(data).getUint16(offset, true);
}

function createView(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}
