/** `rcondeck alerts` */
export const alertCommandMessages = {
	description: 'Send alerts when servers or nodes go down or come back',
	onceHelp: 'Look once, send the alerts that are due and end; for cron',
	testHelp: 'Send a test alert and end',
	jsonHelp: 'Print one JSON value per line',
	onceOrTest: 'Use either --once or --test, not both.',
	notConfigured:
		'No alerts are configured. Add [alerts] with a command or a webhook to config.toml, or set RCONDECK_ALERTS_WEBHOOK.',
	noTarget:
		'[alerts] has neither a command nor a webhook. Set command, webhook_file, webhook_command or RCONDECK_ALERTS_WEBHOOK.',
	delivered: (target: 'command' | 'webhook') => `Delivered to the ${target}.`,
	failed: (problem: string) => `Not delivered: ${problem}.`,
	sentElsewhere: 'Another rcondeck on this machine sends the alerts of this service.',
	takenOver: 'This rcondeck sends the alerts now.',
	watching: (servers: string) => `Watching ${servers}.`,
	firstLook: (count: number) =>
		`First look at ${count === 1 ? '1 server' : `${count} servers`}. The next one alerts about changes.`,
};
