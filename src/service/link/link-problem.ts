/** The other side does not follow the protocol. The message is a sentence for whoever runs it. */
export class LinkProblem extends Error {
	override name = 'LinkProblem';
	/** The same for whoever runs the service. */
	readonly atService: string | undefined;
	constructor(message: string, atService?: string) {
		super(message);
		this.atService = atService;
	}
}

/** The connection no longer counts, for no fault of the other side, which connects again at once. */
export class LinkLost extends Error {
	override name = 'LinkLost';
}
