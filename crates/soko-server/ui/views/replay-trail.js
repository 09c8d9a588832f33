// @ts-check
// A way through positions: steps are applied and taken back as the server told them.

export class Trail {
	/** @param {any} replay what `/api/replay` says */
	constructor({ start, steps }) {
		this.steps = steps;
		this.at = 0;
		this.position = {
			player: [...start.player],
			boxes: start.boxes.map((cell) => [...cell]),
			facing: 'd',
		};
		/** Where to stop: after every move, or after every push. @type {{ moves: number[], pushes: number[] }} */
		this.stops = { moves: [...Array(steps.length + 1).keys()], pushes: [0] };
		for (const [i, step] of steps.entries()) if (step.push) this.stops.pushes.push(i + 1);
		if (this.stops.pushes.at(-1) !== steps.length) this.stops.pushes.push(steps.length);
	}

	/** Goes to the position after so many moves. @param {number} to */
	seek(to) {
		const { steps, position } = this;
		while (this.at < to) {
			const step = steps[this.at++];
			position.player = step.to;
			if (step.box) position.boxes[step.box.index] = step.box.to;
			position.facing = step.direction;
		}
		while (this.at > to) {
			const step = steps[--this.at];
			position.player = step.from;
			if (step.box) position.boxes[step.box.index] = step.box.from;
			position.facing = this.at > 0 ? steps[this.at - 1].direction : 'd';
		}
		return position;
	}
}
