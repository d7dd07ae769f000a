/** `rcondeck alerts` */
export const alertCommandMessages = {
	description: 'Send alerts when servers or nodes go down or come back',
	onceHelp: 'Check once, send the alerts that are due, then exit; for cron',
	testHelp: 'Send a test alert, then exit',
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
		`First check of ${count === 1 ? '1 server' : `${count} servers`}. The next check alerts about changes.`,
};
