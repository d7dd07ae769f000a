/** Of a request that was accepted, without a record that can be read. */
export const unreadText = (reason: string): string => `The service's answer could not be read (${reason}).`;
