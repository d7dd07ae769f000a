/** Problems with the URL of a webhook. No part of the URL is quoted. */
export const webhookMessages = {
	several: (sources: readonly string[]) =>
		`The webhook of alerts is set in ${sources.join(' and ')}. Keep only one of them.`,
	noFile: (file: string) => `The webhook_file ${file} does not exist. Create it with the URL in it.`,
	commandFailed: 'The webhook_command failed. Run it in a shell to see why.',
	noUrl: (from: string) => `${from} does not contain a URL that starts with https:// or http://.`,
};
