/** What the keeper is told first: the program and its arguments. It closes the tunnel when it is told nothing more. */
export type TunnelOrder = { words: string[] }

/** What the keeper tells: the address that was printed, or how the tunnel ended. */
export type TunnelNews = { kind: 'address'; url: string } | { kind: 'ended'; how: string; lastLine: string }
