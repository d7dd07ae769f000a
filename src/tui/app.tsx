import {Box, useCursor} from 'ink';
import type {ReactNode} from 'react';
import {layoutOf, type Rect} from '../app/kernel/screens/layout.ts';
import type {State} from '../app/state.ts';
import {caretOf} from './caret.ts';
import {FormDialog} from './dialogs/form-dialog.tsx';
import {Help} from './dialogs/help.tsx';
import {PasteReview} from './dialogs/paste-review.tsx';
import {ReportDialog} from './dialogs/report.tsx';
import {Jobs} from './dialogs/jobs.tsx';
import {MenuDialog} from './dialogs/menu.tsx';
import {Palette} from './dialogs/palette.tsx';
import {type Tui, TuiContext, useSelect, useTui} from './hooks.ts';
import {Keys} from './keys.tsx';
import {Candidates} from './panes/candidates.tsx';
import {Header, HintBar, NoticeRow, PaneBoundary, Tiny, Welcome} from './panes/frame-rows.tsx';
import {panes} from './panes/index.ts';
import {InputLine} from './panes/input-line.tsx';
import {Repeated} from './parts/line.tsx';
import {paneMessages} from '../messages/screens.ts';

/** The entire screen, exactly as large as the terminal, with each part at its place. */
export function App({tui}: {tui: Tui}) {
	return (
		<TuiContext value={tui}>
			<Keys />
			<PaneBoundary key={tui.attempt} name="cursor" width={1} height={0}>
				<Cursor />
			</PaneBoundary>
			<Screen />
		</TuiContext>
	);
}

function Screen() {
	const view = useSelect(state => state.view);
	const dialog = useSelect(state => state.dialog?.kind);
	const {mode, size, header, dividers, input, welcome, hints, panes: rects} = layoutOf(view);
	const {columns, rows} = size;
	if (mode === 'tiny') {
		return (
			<Box width={columns} height={rows} overflow="hidden">
				<Tiny />
			</Box>
		);
	}
	return (
		<Box width={columns} height={rows} overflow="hidden">
			<At rect={header} name="header">
				<Header rect={header} />
			</At>
			{panes.map(({id, name, component: Pane}) => {
				const rect = rects[id];
				return (
					rect && (
						<At key={id} rect={rect} name={name}>
							<Pane rect={rect} />
						</At>
					)
				);
			})}
			{dividers.map(rect => (
				<Divider key={rect.x} rect={rect} />
			))}
			{welcome && (
				<At rect={welcome} name={paneMessages.names.welcome}>
					<Welcome rect={welcome} />
				</At>
			)}
			{input && (
				<At rect={input} name={paneMessages.names.inputLine}>
					<InputLine rect={input} />
				</At>
			)}
			<At rect={{...hints, y: hints.y - 1}} name={paneMessages.names.hintBar}>
				<NoticeRow rect={hints} />
			</At>
			<At rect={hints} name={paneMessages.names.hintBar}>
				<HintBar rect={hints} />
			</At>
			{input && !dialog && <Candidates input={input} />}
			{dialog && (
				<PaneBoundary key={dialog} name="dialog" width={columns} height={rows}>
					<Dialog kind={dialog} />
				</PaneBoundary>
			)}
		</Box>
	);
}

/** Selects the component of a dialog. */
function Dialog({kind}: {kind: NonNullable<State['dialog']>['kind']}) {
	if (kind === 'help') return <Help />;
	if (kind === 'paste') return <PasteReview />;
	if (kind === 'menu') return <MenuDialog />;
	if (kind === 'palette') return <Palette />;
	if (kind === 'jobs') return <Jobs />;
	if (kind === 'report') return <ReportDialog />;
	return kind === 'form' ? <FormDialog /> : null;
}

/** A positioned part of the screen; if it fails, the others continue. */
function At({rect: {x, y, width, height}, name, children}: {rect: Rect; name: string; children: ReactNode}) {
	const {attempt} = useTui();
	return (
		<Box position="absolute" marginLeft={x} marginTop={y} width={width} height={height} overflow="hidden">
			<PaneBoundary key={attempt} name={name} width={width} height={height}>
				{children}
			</PaneBoundary>
		</Box>
	);
}

function Divider({rect: {x, y, height}}: {rect: Rect}) {
	const {glyphs} = useTui().theme;
	return (
		<Box position="absolute" marginLeft={x} marginTop={y} width={1} height={height}>
			<Repeated text={glyphs.vertical} tone="rule" height={height} />
		</Box>
	);
}

/**
Puts the terminal's cursor into the text field that has the keys. Selects the position as a text: painted for every change
of the state, it would make Ink write the whole screen.
*/
function Cursor() {
	const {services} = useTui();
	const {setCursorPosition} = useCursor();
	const place = useSelect(state => {
		const caret = caretOf(state, services, services.clock.now());
		return caret && `${caret.x} ${caret.y}`;
	});
	const [x = 0, y = 0] = place?.split(' ').map(Number) ?? [];
	setCursorPosition(place === undefined ? undefined : {x, y});
	return null;
}
