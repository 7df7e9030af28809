/** Returns the current time in whole Unix seconds, the unit of every timestamp ("Resources and their fields"). */
export const unixSeconds = (): number => Math.floor(Date.now() / 1000)
