// SPDX-License-Identifier: Apache-2.0
package io.holdonce.elasticsearch;

import io.holdonce.HoldonceException;
import io.holdonce.StoreMisconfiguredException;
import io.holdonce.StoreUnavailableException;
import java.util.List;
import java.util.Map;

/** What the cluster's errors mean: which say for certain that nothing happened, and what is to be done about them. */
final class Failures {

    static final String CREATE =
            "Run 'holdonce schema elasticsearch --apply', or ElasticsearchSchema.create(), or send what either prints.";

    private Failures() {}

    /** Of writes that only one copy acknowledged where there should be more. */
    static StoreUnavailableException alone(String alias) {
        return new StoreUnavailableException(
                "Only one copy of the lock index '" + alias
                        + "' acknowledged, which a node says too that is no longer the primary."
                        + " It may have happened. Where only one copy is left, nothing is granted until a replica is there again:"
                        + " look at GET /_cat/shards/" + alias + ", or say singleCopy() if one is to be enough.",
                true,
                null);
    }

    /** Of a whole request. */
    static HoldonceException of(String alias, Transport.Answer answer) {
        Map<String, Object> error;
        try {
            error = Json.object(Json.read(answer.body()), "error");
        } catch (StoreUnavailableException e) {
            error = Map.of();
        }
        return of(alias, answer.status(), error);
    }

    /** Of a request or of one part of a bulk request. */
    static HoldonceException of(String alias, int status, Map<String, Object> error) {
        String type = Json.text(error, "type");
        String reason = reason(error);
        String said = "The cluster answered " + status + (type.isEmpty() ? "" : " " + type)
                + (reason.isEmpty() ? "." : ": " + reason + (reason.endsWith(".") ? "" : "."));
        return switch (status >= 500 ? "" : type) {
            case "index_not_found_exception" ->
                new StoreMisconfiguredException(
                        "There is no lock index behind the alias '" + alias + "'. " + CREATE
                                + " What was held in an index that was deleted is no longer held.",
                        null);
            case "index_closed_exception" ->
                new StoreMisconfiguredException(
                        "The lock index behind '" + alias + "' is closed. Open it again: POST /" + alias + "/_open",
                        null);
            case "cluster_block_exception" ->
                // Without a master, or before it has recovered, a cluster says 503.
                new StoreMisconfiguredException(
                        said + " The lock index may not be written. If a disk was full, free space on it; then PUT /"
                                + alias + "/_settings {\"index.blocks.read_only_allow_delete\": null}",
                        null);
            case "security_exception" ->
                new StoreMisconfiguredException(
                        said + " The user needs read and write on the lock index; see docs/stores/elasticsearch.md.",
                        null);
            case "strict_dynamic_mapping_exception", "mapper_parsing_exception", "document_parsing_exception" ->
                new StoreMisconfiguredException(
                        said + " The index behind '" + alias + "' has not the lock mapping. " + CREATE, null);
            default ->
                status == 400 && reason.contains("script")
                        ? new StoreMisconfiguredException(
                                said + " The cluster must allow inline Painless scripts in updates"
                                        + " (script.allowed_types, script.allowed_contexts).",
                                null)
                        : byStatus(alias, status, said);
        };
    }

    private static HoldonceException byStatus(String alias, int status, String said) {
        return switch (status) {
            case 400 ->
                new StoreMisconfiguredException(
                        said + " Is '" + alias + "' an alias of the one lock index? 'holdonce doctor' looks.", null);
            case 401, 403 -> new StoreMisconfiguredException(said + " Check the user, password or API key.", null);
            case 404, 405, 406, 410, 413, 415 -> new StoreMisconfiguredException(said, null);
            default -> new StoreUnavailableException(said + " It may have happened.", true, null);
        };
    }

    /** With what lies behind it: a script's error says nothing itself. */
    private static String reason(Map<String, Object> error) {
        String reason = Json.text(error, "reason");
        Map<String, Object> cause = Json.object(error, "caused_by");
        return cause.isEmpty() ? reason : reason + " (" + reason(cause) + ")";
    }

    static StoreUnavailableException unexpected(String what) {
        return new StoreUnavailableException(
                "The cluster gave an answer that makes no sense here: " + what + "; it may have happened.", true, null);
    }

    static StoreUnavailableException outOfTime(boolean sent) {
        return new StoreUnavailableException(
                sent
                        ? "The cluster gave no clear answer in time; it may have happened."
                        : "Out of time; nothing was sent.",
                sent,
                null);
    }

    /** The one that promises least. */
    static HoldonceException worst(List<HoldonceException> failures) {
        return failures.stream()
                .filter(failure -> failure instanceof StoreUnavailableException unclear && unclear.sent())
                .findFirst()
                .orElse(failures.get(0));
    }
}
