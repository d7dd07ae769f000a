/** Reports an accepted request whose answer was unreadable. */
export const unreadText = (reason: string): string => `The service's answer could not be read (${reason}).`;
