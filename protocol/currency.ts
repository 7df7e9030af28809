// Active codes of ISO 4217 as of 2026-01-01, by the number of minor-unit digits. Intl follows another source (CLDR) and
// differs for some sixteen codes.
const codes: readonly (readonly [exponent: number | undefined, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP
     COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR
     JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN
     NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL
     THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
  [undefined, 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'],
]

const exponents: ReadonlyMap<string, number | undefined> = new Map(
  codes.flatMap(([exponent, list]) => list.split(/\s+/).map(code => [code, exponent] as const)),
)

/** Every active code, in alphabetical order. */
export const currencies: readonly string[] = [...exponents.keys()].sort()

// Codes of historic currencies: the third list of ISO 4217.
const withdrawn: ReadonlySet<string> = new Set(
  `ADP AFA ALK ANG AOK AON AOR ARA ARP ARY ATS AYM AZM BAD BEC BEF BEL BGJ BGK BGL BGN BOP BRB BRC BRE BRN BRR BUK
   BYB BYR CHC CSD CSJ CSK CUC CYP DDM DEM ECS ECV EEK ESA ESB ESP FIM FRF GEK GHC GHP GNE GNS GQE GRD GWE GWP HRD
   HRK IEP ILP ILR ISJ ITL LAJ LSM LTL LTT LUC LUF LUL LVL LVR MGF MLF MRO MTL MTP MVQ MXP MZE MZM NIC NLG PEH PEI
   PES PLZ PTE RHD ROK ROL RUR SDD SDP SIT SKK SLL SRG STD SUR TJR TMM TPE TRL UAK UGS UGW USS UYN UYP VEB VEF VNC
   XEU XFO XFU XRE YDD YUD YUM YUN ZAL ZMK ZRN ZRZ ZWC ZWD ZWL ZWN ZWR`.split(/\s+/),
)

/** Checks that a value is an ISO 4217 code in upper case, active or historic ("Resources and their fields"). Clause: FMT-03. */
export const isCurrencyCode = (code: unknown): code is string =>
  isCurrency(code) || (typeof code === 'string' && withdrawn.has(code))

/** Checks that a value is an active ISO 4217 code in upper case: one in which money can be sent. */
export const isCurrency = (code: unknown): code is string => typeof code === 'string' && exponents.has(code)

/** Returns the digits of the minor unit; undefined for codes without one (metals, XXX) and for inactive codes. */
export const exponentOf = (currency: string): number | undefined => exponents.get(currency)
