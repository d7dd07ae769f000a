/** Ends a text from the service that is too long to be shown in full. */
export const cutMessages = {
	cut: (length: number) => `… (truncated from ${length.toLocaleString('en-US')} characters)`,
	fields: (count: number) => `truncated from ${count.toLocaleString('en-US')} fields`,
};
