import {controlsIn, untouched, type Control, type Modes} from './modes.ts';
import {createScreen} from './parse-frame.ts';
import type {Styles} from './styles.ts';

/**
Parses everything that Ink writes: the content of the alternate screen, the terminal modes, and bytes that
pass through unchanged.
*/
export function createIntent(columns: number, rows: number, styles: Styles) {
	const screen = createScreen(columns, rows, styles);
	let modes = untouched;
	let aside = '';
	let queries = '';

	const applyControl = (control: Control) => {
		if (control.kind === 'cursor') screen.showCursor(control.isOn);
		else if (control.kind === 'query') queries += control.bytes;
		else if (control.kind === 'keyboard') modes = {...modes, keyboard: control.flags};
		else if (control.kind === 'alternate') {
			// Ink 8 does not home the cursor here, and the terminal leaves it where the shell had it.
			if (control.isOn && !modes.alternate) screen.reset();
			modes = {...modes, alternate: control.isOn};
		} else {
			const on = new Set(modes.on);
			if (control.isOn) on.add(control.mode);
			else on.delete(control.mode);
			modes = {...modes, on};
		}
	};

	return {
		screen,
		/** Returns whether the chunk was a frame or a part of one. */
		accept(chunk: string): boolean {
			const controls = controlsIn(chunk);
			controls?.forEach(applyControl);
			if (controls) return false;
			if (modes.alternate) screen.write(chunk);
			else aside += chunk;
			return modes.alternate;
		},
		/** For bytes that display nothing. */
		send(bytes: string): void {
			aside += bytes;
		},
		/**
		Returns the desired modes. The cursor's visibility comes from the screen, and the keyboard belongs to the alternate
		screen.
		*/
		modes: (): Modes => ({
			...modes,
			cursor: screen.cursor().visible,
			keyboard: modes.alternate ? modes.keyboard : undefined,
		}),
		/** Returns the bytes to send unchanged, once. */
		takeAside(): string {
			const taken = aside;
			aside = '';
			return taken;
		},
		/** Returns the queries about the modes of the alternate screen, once; they are sent after the modes. */
		takeQueries(): string {
			if (!modes.alternate) return '';
			const taken = queries;
			queries = '';
			return taken;
		},
	};
}
