/** Milliseconds that a wait lasts, at each depth. */
type ByDepth = { quick: number; standard: number; thorough: number }

/** Milliseconds between which a wait lies. */
type Range = { least: number; most: number }

/** A wait for what a target does in its own time, or a pause between two looks at it. */
type Wait = { ms: number | ByDepth | Range | readonly number[]; for: string; why: string }

/**
 * Every wait of the harness for what a target does in its own time; no check has one of its own. Each ends as soon as what
 * it waits for has come. docs/patience.md is made from it.
 */
export const waits = {
  notification: {
    ms: 60_000,
    for: 'A notification that has to come.',
    why: 'The document states no delivery time, and a queue may be polled. `patience.notification` in the config changes it. What has not come by then is looked for once more at the end of the run.',
  },
  person: {
    ms: 600_000,
    for: 'A person who has to use a page, and does nothing: opens nothing, finishes nothing.',
    why: 'People have to notice, and to find a card or a login. `patience.person` in the config changes it.',
  },
  usualNotification: {
    ms: 1_000,
    for: 'A notification that decides nothing by itself: three times what the slowest took so far, and no less than this.',
    why: 'The check goes on without it. It is also the patience for every notification once several did not come in the whole time.',
  },
  overtaking: {
    ms: { least: 200, most: 500 },
    for: 'A notification that must not come, after a later one has come; between the two three times what the slowest took so far.',
    why: 'Notifications may overtake each other. A notification that comes later still is found at the end of the run.',
  },
  redirect: {
    ms: 1_000,
    for: 'The proof of a hosted payment, after the customer has been redirected; a distant target gets four times its latency more.',
    why: 'A gateway that sends the proof and does not wait for the answer sends both at once, and they arrive on two connections.',
  },
  retry: {
    ms: 6_000,
    for: 'Further attempts of a notification that was answered 503.',
    why: 'Retries begin after seconds. Later attempts are counted at the end of the run.',
  },
  attempts: {
    ms: { quick: 3_000, standard: 3_000, thorough: 60_000 },
    for: 'All attempts of a notification that failed.',
    why: 'It is only observed. Later attempts are counted at the end of the run, and the note says for how long it was looked.',
  },
  attemptsAfterSilence: {
    ms: { quick: 0, standard: 0, thorough: 60_000 },
    for: 'All attempts of a notification that got no answer.',
    why: 'Until the target gives up waiting there is nothing to see, and other checks wait for this one. Later attempts are counted at the end of the run.',
  },
  credit: {
    ms: 5_000,
    for: 'Money that an accepted transfer moved, to be in the account of its recipient.',
    why: 'The document does not say when. The first account of a run shows it; at a target that credits at once nothing waits.',
  },
  creditLook: {
    ms: 50,
    for: 'The next look for that money.',
    why: 'It is looked for by transfers, which are not to flood the target.',
  },
  reach: {
    ms: 4_000,
    for: 'Anything that the target sends to a counterpart on the same machine, in the preflight.',
    why: 'Nothing is between the two, so that a silence is no wrong set-up. To a counterpart elsewhere the wait is that for a notification.',
  },
  replica: {
    ms: 3_000,
    for: 'A transaction that the target named, at verify.',
    why: 'A replica of its database may be behind.',
  },
  rereading: { ms: 150, for: 'The pause between two reads at verify.', why: 'It limits the requests.' },
  paymentExpiry: {
    ms: 5_000,
    for: 'A payment past its expiresAt that verify still shows as pending.',
    why: 'A target may look for expired payments every few seconds.',
  },
  paymentRereading: { ms: 250, for: 'The pause between two reads of such a payment.', why: 'It limits the requests.' },
  laterSecond: {
    ms: 1_100,
    for: "A later second of the target's clock.",
    why: 'A payment or an order that replaces another one then has a later creation time.',
  },
  apart: {
    ms: 3_000,
    for: 'Two payments or notifications whose timestamps have to differ.',
    why: 'They may be stamped by processes whose clocks differ a little.',
  },
  orderFetch: {
    ms: 750,
    for: 'A request for an order, after the payment or transfer that names its address has been answered.',
    why: 'A target may fetch it in the background. A later request is found at the end of the run.',
  },
  bounded: {
    ms: { least: 15_000, most: 30_000 },
    for: 'A response that has to come although something that the target asks for hangs; between the two as long as for a notification.',
    why: 'The clauses ask that the time is bounded, and state no bound.',
  },
  transfer: {
    ms: 8_000,
    for: 'The response to a transfer whose webhook hangs; a distant target gets four times its latency more.',
    why: 'A transfer that takes as long as the merchant does is blocked by it; one that waits some seconds is not.',
  },
  recovery: {
    ms: 60_000,
    for: 'The metadata, after a check that made the target hang on purpose.',
    why: 'The next check is to find the target as it was before.',
  },
  recoveryRereading: { ms: 250, for: 'The pause between two reads of it.', why: 'It limits the requests.' },
  issuerKey: {
    ms: { quick: 3_000, standard: 3_000, thorough: 30_000 },
    for: "A merchant's new reading of an issuer's key.",
    why: 'A cache may keep the old one longer; then the key is not judged.',
  },
  issuerMetadata: {
    ms: { quick: 3_000, standard: 9_000, thorough: 60_000 },
    for: "All readings of an issuer's faulty metadata together.",
    why: 'A target may limit how often it reads a document; what it does not read is not judged.',
  },
  issuerRereading: { ms: 150, for: 'The pause between two deliveries to it.', why: 'It limits the requests.' },
  requesterKept: {
    ms: { quick: 3_000, standard: 3_000, thorough: 60_000 },
    for: "A KYC provider's new reading of a requester's metadata; after one that did not come, none is waited for.",
    why: 'A cache may keep the old one longer; then what was changed is not judged.',
  },
  requesterRereading: { ms: 150, for: 'The pause between two visits to it.', why: 'It limits the requests.' },
  callbackRequest: {
    ms: { quick: 1_000, standard: 3_000, thorough: 5_000 },
    for: 'A request of a KYC provider to a callback address, after the decision.',
    why: 'It must not come at all; a provider that sends one does so with the decision.',
  },
  ownConnection: {
    ms: 5_000,
    for: 'A connection of the harness to its own counterpart, tried three times.',
    why: 'It shows that nothing between the two keeps connections away.',
  },
  publicAddress: {
    ms: 3_000,
    for: "The counterpart, at its public address, in the preflight; time in which the harness's own machine was busy does not count.",
    why: 'An address that nobody answers at is a wrong set-up, and all notifications would be waited for in vain.',
  },
  crossRole: {
    ms: [100, 400, 1_000, 2_500, 5_000, 15_000],
    for: 'A merchant and a gateway together: the notification, before the merchant is asked; one after the other, and at last the patience for a notification.',
    why: 'The harness does not see what the two send each other.',
  },
  page: {
    ms: 20_000,
    for: 'A page in a browser, from a click until it shows what the click brings about.',
    why: 'A page that never comes to rest is looked at as it is then.',
  },
  pageQuiet: {
    ms: 60,
    for: 'A moment in which nothing happens on such a page.',
    why: 'A script may ask for something more right after an answer.',
  },
  pageReaction: {
    ms: 1_000,
    for: 'A page in a browser that has no controls or not the one that is looked for, shows the same as before the click, or has drawn nothing since its script got an answer; and a button that is disabled.',
    why: 'A script may be at work without a request on its way.',
  },
  tunnel: {
    ms: 30_000,
    for: 'The address that the command of --tunnel prints, and then the counterpart behind that address.',
    why: 'A tunnel connects to a service elsewhere, which has to make the address known.',
  },
  returnFunds: {
    ms: 30_000,
    for: 'All transfers together that return the money at the end of a run.',
    why: 'No verdict depends on them.',
  },
} as const satisfies Record<string, Wait>

/** The latency in milliseconds up to which a target is near. */
const nearMs = 50

/** Returns whether a target is near: on this machine, or beside it. */
export const isNear = (latencyMs: number): boolean => latencyMs <= nearMs

/** Returns the milliseconds of a limit that is stated for a target that is near: one that is further away gets more. */
export const atPace = (ms: number, latencyMs: number): number => ms * Math.max(1, latencyMs / nearMs)

/** Milliseconds after which a check that waits lets another one have its place. */
export const idleMs = 1_000

/** The same for a check that takes its place back. */
export const shortIdleMs = 50

/** A notification may take so many times as long as the slowest so far. */
const factor = 3

/** Notifications that did not come in the whole time: after so many the harness waits as long as usual, since it would wait for each. */
const mostMissed = 3

/** How long to wait for notifications in one run. It learns from those that came, and from those that did not. */
export type Patience = {
  /** Milliseconds that it waits for a notification at most. */
  readonly mostMs: number
  /** Milliseconds to wait for a notification that has to come. */
  readonly notificationMs: number
  /** Milliseconds to wait for a notification that decides nothing by itself. */
  readonly usualMs: number
  /** Milliseconds to wait for a notification that a later one may have overtaken. */
  readonly overtakingMs: number
  /** Milliseconds in which a response has to come that must not wait for ever. */
  readonly boundedMs: number
  /** Learns that a notification came so many milliseconds after it was due; one that was given up is no longer missed. */
  came(ms: number): void
  /** Learns that a notification did not come although the harness waited so many milliseconds for it. */
  missed(ms: number): void
}

const within = ({ least, most }: Range, ms: number): number => Math.min(Math.max(least, ms), most)

/** Creates the patience of a run; `mostMs`: the milliseconds that it waits for a notification at most. */
export const createPatience = (mostMs: number): Patience => {
  let slowestMs: number | undefined
  let missed = 0
  const usualMs = () => Math.min(mostMs, Math.max(waits.usualNotification.ms, factor * (slowestMs ?? 0)))
  const isFutile = () => missed >= mostMissed
  return {
    mostMs,
    get notificationMs() {
      return isFutile() ? usualMs() : mostMs
    },
    get usualMs() {
      return slowestMs === undefined && !isFutile() ? mostMs : usualMs()
    },
    get overtakingMs() {
      return slowestMs === undefined ? waits.overtaking.ms.most : within(waits.overtaking.ms, factor * slowestMs)
    },
    boundedMs: within(waits.bounded.ms, mostMs),
    came: ms => {
      slowestMs = Math.max(slowestMs ?? 0, ms)
      if (ms > mostMs) missed -= 1
    },
    missed: ms => {
      if (ms >= mostMs) missed += 1
    },
  }
}
