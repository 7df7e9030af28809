const cookieIn = (header: string | undefined, name: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(header ?? '')?.[1]

/** Returns a session cookie. */
export const sessionCookie = (name: string, text: string): string =>
  `${name}=${encodeURIComponent(text)}; Path=/; HttpOnly`

/** Returns the text of a session cookie in a request header; empty if there is none. */
export const rememberedText = (header: string | undefined, name: string): string =>
  decodeURIComponent(cookieIn(header, name) ?? '')
