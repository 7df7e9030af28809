/** The currencies of a role, whatever is provisioned beside them. */
export const usualCurrencies: readonly string[] = ['USD', 'EUR', 'JPY', 'KWD']
