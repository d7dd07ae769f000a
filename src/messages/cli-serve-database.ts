/** `rcondeck serve --database` */
export const databaseMessages = {
	databaseHelp:
		'Experimental: keep the records in this PostgreSQL database; no game servers. No password in the URL',
	databaseFileHelp: 'File with the URL of the database on its first line',
	twice: 'Specify --database or --database-file, not both.',
	passwordInArguments:
		'Other users of this machine can read the password in --database. Set RCONDECK_DATABASE to the URL, write it to a ' +
		'file for --database-file, or leave the password out and set PGPASSWORD.',
	wrongUrl: (source: string) =>
		`${source} must be the URL of a PostgreSQL database, such as postgres://rcondeck@db.example/rcondeck.`,
	notWithDemo: 'The demo keeps its records in a file or in memory. Leave out --demo or the database.',
};
