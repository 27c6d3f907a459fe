/**
 * Describes the cooldown that begins when a build lands.
 *
 * @param isNew - whether the stake was delegated in the running epoch.
 * @param now - the running epoch in words.
 */
export function describeCooldown(isNew: boolean, epoch: bigint, now: string): string {
  const cooldown = `cools down until the epoch of the broadcast ends (${now}); once the ledger is past that deactivation epoch it is withdrawable: call POST /withdraw then.`;
  return isNew
    ? `It was delegated in epoch ${epoch} and is not active yet: when this lands in the same epoch, all of it is withdrawable at once. Later its stake ${cooldown}`
    : `Its stake ${cooldown}`;
}
