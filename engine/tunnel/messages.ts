/** The first message to the keeper: the program and its arguments. It closes the tunnel when the channel closes. */
export type TunnelOrder = { words: string[] }

/** What the keeper sends: the address that was printed, or how the tunnel ended. */
export type TunnelNews = { kind: 'address'; url: string } | { kind: 'ended'; how: string; lastLine: string }
