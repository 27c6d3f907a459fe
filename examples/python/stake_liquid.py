"""Stakes 2 SOL for raSOL and sells the raSOL again. Needs Python 3.9 and `pip install cryptography`, which signs.

STAKING_URL and SANDBOX_URL say where the deployment and its sandbox are; `npm start` has them at the defaults. The wallet is one
that the sandbox makes; replace `open_wallet` by a key of your own. The key stays here: only signed transactions are sent.
"""

import base64
import json
import os
import urllib.error
import urllib.request

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

API = os.environ.get("STAKING_URL", "http://127.0.0.1:3000") + "/api/v1"
SANDBOX = os.environ.get("SANDBOX_URL", "http://127.0.0.1:8899") + "/sandbox"


def call(url, body=None):
    """Sends a GET, or a POST where there is a body, and returns the JSON of the answer."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        problem = json.load(error)
        raise RuntimeError(f"{problem.get('code')}: {problem.get('detail')}") from error


def open_wallet():
    """Makes a wallet with 5 SOL; returns its address and its key, which solana-keygen writes as 64 numbers, the seed first."""
    made = call(f"{SANDBOX}/wallets", {"sol": "5"})
    return made["wallet"], Ed25519PrivateKey.from_private_bytes(bytes(made["secretKey"][:32]))


def sign(key, transaction):
    """Puts the signature of the wallet in its place. Those of other signers are there already and stay."""
    data = bytearray(base64.b64decode(transaction))
    signers, message = data[0], 1 + 64 * data[0]
    # A message of version 0 has its version before the header, which is three bytes; then come the count of keys and the keys.
    if signers > 0x7F or data[message] > 0x80:
        raise ValueError("The message is of a version that this example does not read.")
    keys = message + (5 if data[message] == 0x80 else 4)
    wallet = key.public_key().public_bytes_raw()
    for place in range(signers):
        if data[keys + 32 * place : keys + 32 * place + 32] == wallet:
            data[1 + 64 * place : 65 + 64 * place] = key.sign(bytes(data[message:]))
            return base64.b64encode(data).decode()
    raise ValueError("The transaction is not one of this wallet.")


def land(key, build):
    """Signs a build, broadcasts it as its answer says, and follows it until it has landed."""
    sent = {"signed_tx": sign(key, build["transaction"]), "service_token": build["service_token"]}
    if build.get("route") == "router":
        sent.update({name: build[name] for name in ("route", "routerKind", "router_order")})
    signature = call(f"{API}/broadcast", sent)["signature"]
    height = build["expiry"]["lastValidBlockHeight"]
    while True:
        found = call(f"{API}/transactions/{signature}?wait=30&lastValidBlockHeight={height}")
        if found["status"] == "landed":
            return found
        # Only these two say that it never will: whatever else it is, no second transaction may be built.
        if found["status"] in ("failed", "expired"):
            raise RuntimeError(f"{signature} is {found['status']}.")


def main():
    wallet, key = open_wallet()
    liquid = {"strategy": "sol-liquid-stake", "wallet": wallet, "include": ["receipt"]}
    stake = call(f"{API}/stake", {**liquid, "amount": "2"})
    print(stake["receipt"]["summary"])
    land(key, stake)
    leave = call(f"{API}/unstake", {**liquid, "kind": "instant", "amount": "max"})
    print(leave["receipt"]["summary"])
    for change in land(key, leave)["changes"]:
        print(change["direction"], change["amount"], change["asset"])


if __name__ == "__main__":
    main()
