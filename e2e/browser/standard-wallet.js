/*
 * What an extension of a browser puts into a page before its own scripts: a wallet of the wallet standard, with a key of
 * WebCrypto. `window.wallet` tells what it was asked. Put into the page by `console-wallet.slow.test.ts`.
 */
{
  const asked = [];
  const state = { asked, askedAt: 0, address: '', refuses: false };
  Object.assign(window, { wallet: state });
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  const toBase58 = (bytes) => {
    let rest = bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n);
    let text = '';
    for (; rest > 0n; rest /= 58n) text = alphabet[Number(rest % 58n)] + text;
    return text;
  };
  const ready = (async () => {
    const pair = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
    const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
    state.address = toBase58(publicKey);
    return { pair, publicKey };
  })();
  const chains = ['solana:mainnet', 'solana:localnet'];
  const connect = async () => {
    const { publicKey } = await ready;
    const features = ['solana:signTransaction'];
    wallet.accounts = [{ address: state.address, publicKey, chains, features }];
    return { accounts: wallet.accounts };
  };
  const signTransaction = async ({ transaction }) => {
    asked.push(transaction);
    state.askedAt = performance.now();
    if (state.refuses) throw new Error('The user said no.');
    const { pair, publicKey } = await ready;
    const count = transaction[0] ?? 0;
    const message = transaction.slice(1 + 64 * count);
    const keysAt = message[0] === 0x80 ? 5 : 4;
    const isOwn = (i) => publicKey.every((byte, at) => message[keysAt + 32 * i + at] === byte);
    const place = Array.from({ length: count }, (_, i) => i).find(isOwn) ?? 0;
    const signedTransaction = transaction.slice();
    signedTransaction.set(
      new Uint8Array(await crypto.subtle.sign('Ed25519', pair.privateKey, message)),
      1 + 64 * place,
    );
    return [{ signedTransaction }];
  };
  const wallet = {
    version: '1.0.0',
    // A name that tries to be more than text.
    name: '<b>Wallet</b>',
    icon: 'data:image/svg+xml;base64,PHN2Zy8+',
    chains,
    accounts: [],
    features: {
      'standard:connect': { version: '1.0.0', connect },
      'standard:events': { version: '1.0.0', on: () => () => undefined },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction,
      },
    },
  };
  const announce = ({ register }) => register(wallet);
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: announce }));
  window.addEventListener('wallet-standard:app-ready', (event) => announce(event.detail));
}
