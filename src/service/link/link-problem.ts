/** The other side does not follow the protocol. The message is a sentence for whoever runs it. */
export class LinkProblem extends Error {
	override name = 'LinkProblem';
}
