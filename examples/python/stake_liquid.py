"""Stakes 2 SOL for raSOL and sells the raSOL again. Needs Python 3.9 and nothing else.

STAKING_URL and SANDBOX_URL say where the deployment and its sandbox are; `npm start` has them at the defaults.

The sandbox keeps the key here, and signs. With a key of your own, replace `sign`; with solders it is

    transaction = VersionedTransaction.from_bytes(base64.b64decode(build["transaction"]))
    signed = VersionedTransaction(transaction.message, [keypair])
    return base64.b64encode(bytes(signed)).decode()

as long as the wallet is the only signer, which `signers` and the transaction say. A native stake has a second one, whose
signature is there already and has to stay.
"""

import json
import os
import urllib.error
import urllib.request

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


def sign(wallet, build):
    return call(f"{SANDBOX}/sign", {"wallet": wallet, "transaction": build["transaction"]})["signed_tx"]


def land(wallet, build):
    """Signs a build, broadcasts it as its answer says, and follows it until it has landed."""
    sent = {"signed_tx": sign(wallet, build), "service_token": build["service_token"]}
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
    wallet = call(f"{SANDBOX}/wallets", {"sol": "5"})["wallet"]
    liquid = {"strategy": "sol-liquid-stake", "wallet": wallet, "include": ["receipt"]}
    stake = call(f"{API}/stake", {**liquid, "amount": "2"})
    print(stake["receipt"]["summary"])
    land(wallet, stake)
    leave = call(f"{API}/unstake", {**liquid, "kind": "instant", "amount": "max"})
    print(leave["receipt"]["summary"])
    for change in land(wallet, leave)["changes"]:
        print(change["direction"], change["amount"], change["asset"])


if __name__ == "__main__":
    main()
