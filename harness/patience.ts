/** Milliseconds of a wait at each depth. */
type ByDepth = { quick: number; standard: number; thorough: number }

/** The shortest and longest milliseconds of a wait. */
export type Range = { least: number; most: number }

/** A wait for something that a target does in its own time, or a pause between two looks at it. */
type Wait = { ms: number | ByDepth | Range | readonly number[]; for: string; why: string }

/**
 * Every wait of the harness for something that a target does in its own time; no check has its own. Each ends as soon as the event
 * occurs. docs/patience.md is generated from it.
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
    why: 'Nothing is between the two, so silence does not mean a wrong set-up. For a counterpart elsewhere, the wait for a notification applies.',
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
    why: 'An address without an answer is a wrong set-up: no notification would ever arrive.',
  },
  crossRole: {
    ms: [100, 400, 1_000, 2_500, 5_000, 15_000],
    for: 'A merchant and a gateway together: the notification, before the merchant is asked; tried in this order, then the patience for a notification.',
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
  throttling: {
    ms: { quick: 300_000, standard: 900_000, thorough: 3_600_000 },
    for: 'A target that answers 429 or 503, altogether in a run: from such an answer until it takes a request again. Then the run ends, incomplete.',
    why: 'Whatever it asks for in Retry-After, a run has an end. --max-rps spares a target that limits requests, and then nothing is waited for.',
  },
  throttlingByRequest: {
    ms: 1_000,
    for: 'What each request that the target takes adds to that time, unless it last asked for a longer pause than is made.',
    why: 'A target that takes a request each second is slow, and can be certified.',
  },
  throttlingPause: {
    ms: 120_000,
    for: 'A pause that a target asks for in Retry-After; a longer one is tried again after this.',
    why: 'Many services write a value that has nothing to do with when they take requests again.',
  },
  standstill: {
    ms: 60_000,
    for: 'A run in which nothing is under way: no request, no wait with an end of its own, no person. Then it ends, incomplete, and says who waits for what.',
    why: 'Nothing can come any more. Time in which the harness could not work does not count.',
  },
  silentProcess: {
    ms: 120_000,
    for: 'A process of a run (each target of several has one, and each worker) that does not say that it is alive. Then it is ended; the run is incomplete.',
    why: 'It says so every second. One that was stopped, or hangs, cannot end by itself. Time in which the harness could not work does not count.',
  },
  standstillLook: {
    ms: 1_000,
    for: 'The pause between two looks whether a run stands still, and between two signs of life of a process.',
    why: 'It costs nothing.',
  },
  run: {
    ms: { quick: 3_600_000, standard: 21_600_000, thorough: 86_400_000 },
    for: 'A whole run without --budget; then it ends, incomplete.',
    why: 'A target may be slow in any way that no other limit sees. A run ends before the job of a CI system does, with a report.',
  },
  checkEnd: {
    ms: 10_000,
    for: 'A check that is ended with the run, to undo what it did.',
    why: 'The report does not wait for one that hangs.',
  },
  closing: {
    ms: 15_000,
    for: 'The counterpart, the browser and the connections, to close at the end of a run.',
    why: 'What does not close ends with the process.',
  },
  closingEarly: {
    ms: 2_000,
    for: 'The same, at the end of a run that was interrupted.',
    why: 'What interrupts a run kills its process a few seconds later, and the report has to be written by then.',
  },
  ending: {
    ms: 120_000,
    for: 'The report of a run that ends early, from the thread that carries it out; then that thread is ended, and the report says what was done.',
    why: 'Returning the money and closing take less; a thread that takes longer hangs.',
  },
  returnFunds: {
    ms: 30_000,
    for: 'All transfers together that return the money at the end of a run.',
    why: 'No verdict depends on them.',
  },
} as const satisfies Record<string, Wait>

/** The highest latency of a near target, in milliseconds. */
const nearMs = 50

/** Returns whether a target is near: on this machine, or beside it. */
export const isNear = (latencyMs: number): boolean => latencyMs <= nearMs

/** Scales a limit stated for a near target: one that is further away gets more time. */
export const atPace = (ms: number, latencyMs: number): number => ms * Math.max(1, latencyMs / nearMs)

/** Milliseconds after which a waiting check lends its place to another. */
export const idleMs = 1_000

/** The same for a check that takes its place back. */
export const shortIdleMs = 50
