import type {Shipped} from '../shipped/shipped.ts';
import type {FaultyService} from './faulty-service.ts';

type Changes = {
	service: FaultyService;
	/** Another text with a tag. */
	nextText: () => string;
	/** Runs a one-shot command under the fault of this step. */
	oneShot: (args: readonly string[]) => Promise<void>;
};

/** A line of `rcondeck journal --json` about an action. */
export type RecordedAction = {action?: string; outcome?: string; input?: Record<string, unknown>};
type Operation = {action?: string; input?: Record<string, unknown>; servers: {outcome: string}[]};

/** Each change has an automation of its own, so that its result can be distinguished from the others. */
export function changeAutomations({service, nextText, oneShot}: Changes) {
	/** The tag of each automation that a change is about, by its id. */
	const tags = new Map<string, string>();
	const tried = new Set<string>();
	/** Creates an automation past the front and its faults. */
	const existing = async () => {
		const name = nextText();
		const answer = await service.service.fetch(
			new Request('http://demo/automation/create', {
				method: 'POST',
				headers: {'Application-Token': service.token, 'content-type': 'application/json'},
				body: JSON.stringify({name, teamId: 'team', enabled: true, workflow: []}),
			}),
		);
		if (!answer.ok) throw new TypeError(await answer.text());
		const {id} = (await answer.json()) as {id: string};
		tags.set(id, name);
		tried.add(name);
		return {id, name};
	};
	const steps = [
		() => {
			const name = nextText();
			tried.add(name);
			return oneShot(['automation', 'create', '-d', JSON.stringify({name}), '--yes']);
		},
		async () => {
			const {name} = await existing();
			return oneShot(['automation', 'edit', name, '-d', '{"description": "changed"}', '--yes']);
		},
		async () => oneShot(['automation', 'trigger', (await existing()).name, '--yes']),
		async () => oneShot(['api', 'POST', `/automation/${(await existing()).id}/delete`, '--yes']),
	];

	const tagIn = (text: string) =>
		/say t\d+e/.exec(text)?.[0] ?? [...tags].find(([id]) => text.includes(`/automation/${id}`))?.[1];
	/** The tag of an action in the journal or the handover. */
	const tagOf = ({input = {}}: {input?: Record<string, unknown>}) => tagIn(JSON.stringify(input));

	/** Compares what the front, the service, the journal and the handover know of each change. */
	const check = async (
		shell: Shipped,
		acts: readonly RecordedAction[],
		fail: (what: 'sentTwice' | 'lost' | 'doubled' | 'wrongOutcome', text: string) => void,
	) => {
		const {out} = await shell.run(['handover', '--since', '1d', '--json']);
		const {operations} = (JSON.parse(out) as {handover: {operations: Operation[]}}).handover;
		for (const tag of tried) {
			const posts = service.log.filter(
				({method, path, body}) => method === 'POST' && tagIn(`${path} ${body}`) === tag,
			);
			const known = acts.filter(one => tagOf(one) === tag);
			const reported = operations.filter(one => tagOf(one) === tag).flatMap(({servers}) => servers);
			const hasRun = posts.some(({carriedOut = 0}) => carriedOut >= 200 && carriedOut < 300);
			const what = `${tag} ${known.map(({action, outcome}) => `${action} ${outcome}`).join(', ')}`;
			if (posts.length > 1) fail('sentTwice', what);
			if (posts.length > 0 && known.length === 0) fail('lost', tag);
			if (known.length > 1) fail('doubled', what);
			const outcome = known[0]?.outcome ?? '';
			if (hasRun ? ['refused', 'failed'].includes(outcome) : outcome === 'accepted')
				fail('wrongOutcome', `${what}, and the service ${hasRun ? 'carried it out' : 'did not'}`);
			const words = reported.map(one => one.outcome);
			const expected = known.map(one => inHandover[one.outcome ?? ''] ?? '');
			if (words.join() !== expected.join())
				fail('wrongOutcome', `${what}, and the handover says ${words.join() || 'nothing'}`);
		}
	};
	return {steps, check, tried};
}

const inHandover: Readonly<Record<string, string>> = {
	accepted: 'done',
	refused: 'failed',
	failed: 'failed',
	unknown: 'unknown',
	pending: 'unknown',
};
