import PQueue from 'p-queue'

/**
 * Returns a queue that runs at most `concurrency` tasks at a time, in the order in which they were added. With
 * `perSecond` it starts at most that many tasks a second, evenly spaced.
 */
export const createRequestQueue = (concurrency: number, perSecond?: number): PQueue =>
  new PQueue({
    concurrency,
    ...(perSecond === undefined ? {} : { intervalCap: 1, interval: 1000 / perSecond, strict: true }),
  })
