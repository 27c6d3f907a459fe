/** A build can be made anew for so long after it was made. */
export const REFRESH_MINUTES = 10;
