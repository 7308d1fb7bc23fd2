CREATE TABLE `like_notices` (
	`liker_id` text NOT NULL,
	`liked_id` text NOT NULL,
	`like_told_at` integer,
	`was_opened` integer DEFAULT false NOT NULL,
	`match_told_at` integer,
	PRIMARY KEY(`liker_id`, `liked_id`),
	FOREIGN KEY (`liker_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`liked_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `like_notices_of_liked` ON `like_notices` (`liked_id`);--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`reporter_id` text NOT NULL,
	`reported_id` text NOT NULL,
	`reason` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`messages` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`reporter_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reported_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`created_at`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `reports_of_reporter` ON `reports` (`reporter_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_of_reported` ON `reports` (`reported_id`);--> statement-breakpoint
CREATE INDEX `blocks_by_time` ON `blocks` (`blocker_id`,created_at desc,`blocked_id`);--> statement-breakpoint
CREATE INDEX `hides_by_time` ON `hides` (`member_id`,created_at desc,`hidden_id`);