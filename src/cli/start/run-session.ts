import {keptView, type KeptView} from '../../app/kernel/state/view-state.ts';
import type {Session} from '../../app/session.ts';
import type {ExitCode} from '../output/exit-codes.ts';

/** How a session ended. `next`: the profile to open next; undefined: the program exits with `code`. */
export type SessionEnd = {code: ExitCode; next: string | undefined; kept: KeptView};

/** Lets the user switch the profile: the session ends and the program opens the next one. */
export function offerSwitch({services}: Session): {endWith: (code: ExitCode) => SessionEnd} {
	const {frontEnd, store} = services;
	let next: string | undefined;
	frontEnd.switchProfile = name => {
		next = name;
		frontEnd.quit();
	};
	return {endWith: code => ({code, next, kept: keptView(store.getState().view)})};
}
