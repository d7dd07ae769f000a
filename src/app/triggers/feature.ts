import type {Feature} from '../kernel/state/feature.ts';
import type {Program} from '../kernel/state/program.ts';

/** Loads the code only if triggers are configured. */
function runConfigured(program: Program): () => void {
	const {openTriggers} = program;
	if (!openTriggers) return () => {};
	let isOver = false;
	let stop = () => {};
	void Promise.all([import('./run-triggers.ts'), openTriggers()]).then(([{runTriggers}, port]) => {
		if (isOver) port.release();
		else stop = runTriggers(program, port);
	});
	return () => {
		isOver = true;
		stop();
	};
}

export const triggersFeature: Feature = {id: 'triggers', effects: [runConfigured]};
