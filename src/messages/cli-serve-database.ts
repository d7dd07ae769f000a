/** `rcondeck serve --database` and `--broker` */
export const databaseMessages = {
	databaseHelp:
		'Experimental: keep the records in this PostgreSQL database; servers run with agents. No password in the URL',
	databaseFileHelp: 'File with the URL of the database on its first line',
	brokerHelp: 'Experimental: RabbitMQ that connects the instances on the database. No password in the URL',
	brokerFileHelp: 'File with the URL of RabbitMQ on its first line',
	database: {
		twice: 'Specify --database or --database-file, not both.',
		passwordInArguments:
			'Other users of this machine can read the password in --database. Set RCONDECK_DATABASE to the URL, write it to a ' +
			'file for --database-file, or leave the password out and set PGPASSWORD.',
		wrongUrl: (source: string) =>
			`${source} must be the URL of a PostgreSQL database, such as postgres://rcondeck@db.example/rcondeck.`,
	},
	broker: {
		twice: 'Specify --broker or --broker-file, not both.',
		passwordInArguments:
			'Other users of this machine can read the password in --broker. Set RCONDECK_BROKER to the URL, or write it to a ' +
			'file for --broker-file.',
		wrongUrl: (source: string) =>
			`${source} must be the URL of RabbitMQ, such as amqps://rcondeck@broker.example/rcondeck.`,
	},
	brokerAlone: '--broker connects the instances on one database. Add --database, or leave the broker out.',
	noOwnerToken: (file: string) =>
		`The token of the owner is not in ${file}. Copy the file from the first instance, or specify its folder with --data.`,
	notWithDemo: 'The demo keeps its records in a file or in memory. Leave out --demo or the database.',
	brokerNotWithDemo:
		'The demo has a broker of its own. Leave --broker out, or use --broker-quirk to simulate the quirks of others.',
};
